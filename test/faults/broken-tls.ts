import type { Socket } from 'node:net';

/** Speaks SMTP up to STARTTLS, and breaks off in the middle of the hello of TLS. */
export function breakTls(client: Socket): void {
  client.on('error', () => {});
  client.write('220 sink ESMTP\r\n');
  client.on('data', (piece: Buffer) => {
    const said = piece.toString('latin1').toUpperCase();
    if (said.startsWith('EHLO')) client.write('250-sink\r\n250 STARTTLS\r\n');
    else if (said.startsWith('STARTTLS')) client.write('220 go on\r\n');
    else client.destroy();
  });
}
