import { expect, it } from 'vitest';
import { identities } from '@/lib/accessLog/exchangedLogs.json';
import { getUserId } from './userId';

it.each(identities)("matches the portal's id: $issuer $subject", async (each) => {
  expect(await getUserId(each.issuer, each.subject)).toBe(each.userId);
});
