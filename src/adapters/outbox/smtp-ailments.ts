import { createTransport } from 'nodemailer';

const ANSWER_MS = 10_000;

/** What is wrong with a mail server, asked without sending anything; empty when it greets us and lets us in. */
export async function smtpAilments(url: string): Promise<readonly string[]> {
  const patience = {
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  };
  const transport = createTransport({ url, ...patience });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    return [`the mail server says no: ${because}; look at GIVEBACK_SMTP_URL`];
  } finally {
    transport.close();
  }
}
