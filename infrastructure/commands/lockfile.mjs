// Allow one `npm test` at a time in a clone.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { CommandFailed } from './processes.mjs';

const opens = (emitter, event) => once(emitter, event).then(() => true, () => false);

/**
 * Holds the lock of this clone until the process ends.
 * The lock is a listening socket, so that the operating system frees it however the process ends. Its file is outside of
 * the clone because a socket's path may have 104 characters at most.
 * Throws CommandFailed while another process holds it.
 */
export async function holdLock(folder = root) {
  const file = join(tmpdir(), `saguaro-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.sock`);
  for (;;) {
    const server = createServer().unref();
    if (await opens(server.listen(file), 'listening')) return server;
    const client = connect(file);
    const isHeld = await opens(client, 'connect');
    client.destroy();
    if (isHeld) throw new CommandFailed('npm test is already running in this clone. Wait for it to end, or stop it.');
    rmSync(file, { force: true });
  }
}
