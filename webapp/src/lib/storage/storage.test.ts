import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillStorages, forbidStorages } from '@/testing/storages';
import { toBrowserStorage, isTabStoragePersistent } from './browserStorage';
import { readDraft, removeDraft, removeOtherDrafts, writeDraft } from './drafts';
import { listKeysWithPrefix, lastingStorage, readItem, removeItem, tabStorage, writeItem } from './storage';

afterEach(() => {
  vi.restoreAllMocks();
  for (const storage of [lastingStorage, tabStorage]) toBrowserStorage(storage).clear();
});

const troubles: [string, () => void][] = [
  ['allowed', () => undefined],
  ['full', fillStorages],
  ['forbidden', forbidStorages],
];

describe.each(troubles)('storage of a tab that is %s', (state, begin) => {
  it('stores, lists and removes values', () => {
    begin();
    tabStorage.setItem('saguaro.a', '1');
    tabStorage.setItem('saguaro.a', '2');
    expect(tabStorage.getItem('saguaro.a')).toBe('2');
    expect(toBrowserStorage(tabStorage)).toHaveLength(1);
    expect(toBrowserStorage(tabStorage).key(0)).toBe('saguaro.a');
    expect(readItem('saguaro.a')).toBeNull();
    tabStorage.removeItem('saguaro.a');
    expect(tabStorage.getItem('saguaro.a')).toBeNull();
    expect(toBrowserStorage(tabStorage).key(0)).toBeNull();
  });

  it('reports if it survives a reload, and removes the test item', () => {
    begin();
    expect(isTabStoragePersistent()).toBe(state === 'allowed');
    expect(tabStorage.listKeys()).toEqual([]);
  });
});

describe.each(troubles)('storage that is %s', (_state, begin) => {
  it('stores, lists and removes values', () => {
    begin();
    writeItem('saguaro.a', '1');
    writeItem('saguaro.a', '2');
    expect(readItem('saguaro.a')).toBe('2');
    expect(listKeysWithPrefix('saguaro.')).toEqual(['saguaro.a']);
    removeItem('saguaro.a');
    expect(readItem('saguaro.a')).toBeNull();
    expect(listKeysWithPrefix('saguaro.')).toEqual([]);
  });

  it('separates the drafts of different people', () => {
    begin();
    writeDraft('one', 'form', { name: 'Rosa' });
    writeDraft('one.two', 'form', { name: 'Ben' });
    expect(readDraft('one', 'form')).toEqual({ name: 'Rosa' });
    removeOtherDrafts('one');
    expect(readDraft('one', 'form')).toEqual({ name: 'Rosa' });
    expect(readDraft('one.two', 'form')).toBeNull();
    removeDraft('one', 'form');
    expect(readDraft('one', 'form')).toBeNull();
  });
});

describe('a draft', () => {
  const day = 24 * 60 * 60_000;

  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['is there within 24 hours', day - 1, 1],
    ['is gone after 24 hours', day, null],
    ['of a clock that was put back is gone', -1, null],
  ])('%s', (_, passed, expected) => {
    vi.useFakeTimers();
    writeDraft('one', 'form', 1);
    vi.setSystemTime(Date.now() + passed);
    expect(readDraft('one', 'form')).toBe(expected);
    expect(listKeysWithPrefix('saguaro.')).toHaveLength(expected === null ? 0 : 1);
  });

  it('of an old format is removed with the drafts of others', () => {
    vi.useFakeTimers();
    writeDraft('one', 'form', 1);
    vi.setSystemTime(Date.now() + day);
    writeDraft('one', 'other', 2);
    removeOtherDrafts('one');
    expect(listKeysWithPrefix('saguaro.')).toEqual(['saguaro.draft.one/other']);
  });
});

it('removes all drafts without a user', () => {
  writeDraft('one', 'form', 1);
  writeItem('saguaro.language', 'es');
  removeOtherDrafts(null);
  expect(listKeysWithPrefix('saguaro.')).toEqual(['saguaro.language']);
});
