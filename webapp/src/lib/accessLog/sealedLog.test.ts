import { beforeEach, describe, expect, it } from 'vitest';

import { parseBase64 } from '@/lib/accessLog/bytes';
import { removeStoredLog } from '@/lib/accessLog/storedLog';
import { LogBehind, NotProved } from '@/lib/accessLog/notProved';
import { type AccessProof, type FetchObject, NotThere, SealedLog } from '@/lib/accessLog/sealedLog';
import made from '@/lib/accessLog/sealedLog.json';

const SIZES = ['1', '7', '259', '300'] as const;
const { checkpoints: notes, tiles } = made;
const proof = assertKnown(made.proofs[2]);

function assertKnown<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The fixture lacks something');
  return value;
}

const getSignature = (note: string) => assertKnown(note.split(' ').at(-1)).trim();

/** Serves the published objects, with replacements. */
function createFetch(changed: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {}): FetchObject {
  const objects: Record<string, string | Uint8Array<ArrayBuffer>> = {
    'public-key': `${made.publicKey}\n`,
    checkpoint: notes['300'],
    ...Object.fromEntries(SIZES.map((size) => [`checkpoints/${size}`, notes[size]])),
    ...Object.fromEntries(Object.entries(tiles).map(([path, content]) => [path, parseBase64(content)])),
    ...changed,
  };
  return (name) => {
    const published = objects[name];
    if (published === undefined) return Promise.reject(new NotThere(name));
    return Promise.resolve(typeof published === 'string' ? new TextEncoder().encode(published) : published);
  };
}

const createLog = (changed?: Parameters<typeof createFetch>[0]) => new SealedLog(createFetch(changed));
const expectRefused = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(NotProved);

beforeEach(removeStoredLog);

describe('a record of the sealed log', () => {
  it.each(made.proofs)('is proved at place $leafIndex', async (each) => {
    const record = await createLog().verify(each);
    expect(record).toMatchObject({
      purpose: 'resident-asked',
      case_number: `C-${Math.floor(each.leafIndex / 2) + 1}`,
    });
  });

  it.each<[string, Partial<AccessProof>]>([
    ['another word', { record: proof.record.replace('resident-asked', 'fraud-check') }],
    ['another moment', { record: proof.record.replace('T2', 'T0') }],
    ['a space more', { record: `${proof.record} ` }],
    ['another salt', { salt: '0'.repeat(32) }],
    ['another place', { leafIndex: proof.leafIndex + 1 }],
    ['a place behind the end', { leafIndex: 300 }],
    ['a place before the beginning', { leafIndex: -1 }],
    ['the checkpoint of another size', { treeSize: 259 }],
    ['a shorter path', { auditPath: proof.auditPath.slice(1) }],
    ['a longer path', { auditPath: [...proof.auditPath, assertKnown(proof.auditPath[0])] }],
    ['a path in another order', { auditPath: proof.auditPath.toReversed() }],
    ['a path that is no base64', { auditPath: ['%', ...proof.auditPath.slice(1)] }],
  ])('is refused with %s', async (_, change) => {
    await expectRefused(createLog().verify({ ...proof, ...change }));
  });

  it('is refused with a checkpoint of another size', async () => {
    await expectRefused(createLog({ 'checkpoints/300': notes['259'] }).verify(proof));
  });

  it('is refused in a log made for a single person', async () => {
    const { checkpoint, proof: other } = made.forked;
    await expectRefused(createLog({ 'checkpoints/280': checkpoint }).verify(other));
    removeStoredLog();
    // The log is consistent in itself; only the public log exposes it.
    const alone = { checkpoint, 'checkpoints/280': checkpoint };
    expect(await createLog(alone).verify(other)).toMatchObject({ case_number: 'C-1' });
  });

  it('is not proved by a log that ends before the stored one', async () => {
    await createLog().open();
    const older = { checkpoint: notes['1'], 'checkpoints/1': notes['1'] };
    const first = { ...assertKnown(made.proofs[0]), treeSize: 1, auditPath: [] };
    await expect(createLog(older).verify(first)).rejects.toThrow(LogBehind);
    await expect(createLog(older).open()).rejects.toThrow(LogBehind);
    removeStoredLog();
    await expect(createLog(older).verify(first)).resolves.toMatchObject({ case_number: 'C-1' });
  });

  it('is proved while the newest checkpoint is an earlier one', async () => {
    await expect(createLog({ checkpoint: notes['259'] }).verify(proof)).resolves.toBeTruthy();
  });
});

describe('the log', () => {
  it.each(
    SIZES.flatMap((older) =>
      SIZES.filter((size) => Number(size) >= Number(older)).map((newer) => [older, newer] as const),
    ),
  )('of %s leaves is the beginning of that of %s', async (older, newer) => {
    const sealed = createLog();
    await sealed.verifyGrowth(await sealed.read(notes[older]), await sealed.read(notes[newer]));
  });

  it('is not the beginning of a smaller log', async () => {
    const sealed = createLog();
    await expectRefused(
      sealed.verifyGrowth(await sealed.read(notes['300']), await sealed.read(notes['259'])),
    );
  });

  it.each([1, 7, 259])('is not a continuation of %i leaves with another root', async (size) => {
    const sealed = createLog();
    const newest = await sealed.newest();
    await expectRefused(sealed.verifyGrowth({ ...newest, size }, newest));
  });

  it('has a single root for a size', async () => {
    const sealed = createLog();
    const newest = await sealed.newest();
    const other = await sealed.read(notes['7']);
    await expectRefused(sealed.verifyGrowth({ ...newest, root: other.root }, newest));
  });

  it('continues an empty log, which has the root of no leaves', async () => {
    const sealed = createLog();
    const newest = await sealed.newest();
    const nothing = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array()));
    await sealed.verifyGrowth({ ...newest, size: 0, root: nothing }, newest);
    await expectRefused(sealed.verifyGrowth({ ...newest, size: 0 }, newest));
  });

  it('is not proved by tiles that are changed, cut or in another order', async () => {
    const tile = parseBase64(tiles['tile/0/000']);
    const reordered = Uint8Array.from([...tile.slice(32, 64), ...tile.slice(0, 32), ...tile.slice(64)]);
    const changed = Uint8Array.from(tile, (byte, index) => (index === 40 ? byte ^ 1 : byte));
    for (const content of [reordered, changed, tile.slice(32)]) {
      const sealed = createLog({ 'tile/0/000': content });
      const [older, newest] = [await sealed.read(notes['7']), await sealed.newest()];
      await expectRefused(sealed.verifyGrowth(older, newest));
    }
  });
});

describe('a checkpoint', () => {
  it('has name, size and root', async () => {
    expect(await createLog().newest()).toMatchObject({
      origin: 'portal.example.gov/.well-known/access-log',
      size: 300,
    });
  });

  const note = notes['300'];
  const signature = getSignature(note);
  it.each([
    ['nothing', ''],
    ['no signature', note.slice(0, note.indexOf('\u2014'))],
    ['another size', note.replace('\n300\n', '\n301\n')],
    ['another name', note.replaceAll('portal.example.gov', 'other.example.gov')],
    ['a line more', note.replace('\n\n', '\nmore\n\n')],
    ['the signature of another one', note.replace(signature, getSignature(notes['259']))],
    ['a cut signature', note.replace(signature, btoa(atob(signature).slice(0, -1)))],
    ['a signature that is none', note.replace(signature, btoa(`${atob(signature).slice(0, 4)}x`))],
    ['a signature that is no base64', note.replace(signature, '%')],
    ['no last line break', note.trimEnd()],
  ])('with %s is refused', async (_, text) => {
    await expectRefused(createLog().read(text));
  });

  it('may have the signature of a witness beside that of the log', async () => {
    expect((await createLog().read(`${note}\u2014 witness.example AAAAAAAAAA==\n`)).size).toBe(300);
  });

  it('is refused under another key', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ]);
    const encoded = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
    const id = new Uint8Array(await crypto.subtle.digest('SHA-256', encoded)).slice(0, 4);
    const hexadecimal = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const name = assertKnown(made.publicKey.split('+')[0]);
    const key = `${name}+${hexadecimal}+${btoa(String.fromCharCode(2, ...encoded))}`;
    await expectRefused(createLog({ 'public-key': key }).newest());
  });

  it.each([
    ['', 'nothing'],
    [made.publicKey.replace('+', '+0'), 'another id'],
    [made.publicKey.replace('portal.example.gov', 'two words'), 'a name of two words'],
    [`${made.publicKey.slice(0, -4)}AAA=`, 'another content'],
  ])('is refused with a key that has %#', async (key) => {
    await expectRefused(createLog({ 'public-key': key }).newest());
  });
});
