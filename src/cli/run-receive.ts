import { openStore } from '../adapters/store/open-store.ts';
import { streamSubscription } from '../adapters/subscription/stdin.ts';
import { documentKey } from '../service/job-keys.ts';
import { readSettings } from '../settings.ts';
import { ExitCode } from './exit-code.ts';
import { writeResult } from './output.ts';
import { servicePlace } from './service-place.ts';

/** `giveback receive`: hands the mails of standard input to the service, as a mail server's pipe does. */
export async function runReceive(list: string, data: string | undefined): Promise<ExitCode> {
  const { documentBytesMax } = readSettings().ingest;
  const { arrivals } = await streamSubscription('stdin', list, process.stdin, documentBytesMax).poll(null);
  const store = await openStore(servicePlace(data).database);
  let received = 0;
  try {
    for (const { bytes } of arrivals) {
      const document = { key: documentKey(list, null, bytes), list, topic: null, bytes };
      if (await store.receive(document, Date.now())) received += 1;
    }
  } finally {
    await store.close();
  }
  writeResult(`${received} of ${arrivals.length} mails are new\n`, undefined);
  return ExitCode.evaluated;
}
