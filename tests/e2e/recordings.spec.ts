import { expect, test } from '@playwright/test';
import { objectionsTo } from './matrix/contract';
import { allRecordings } from './matrix/recordings';

test('every recorded answer is one that the contract allows', () => {
  const entries = [...allRecordings().values()].flatMap(({ answers }) => answers);
  expect(entries.length).toBeGreaterThan(100);
  const ofThePortal = entries.filter(({ request }) => !request.includes(' /identity/'));
  const objections = ofThePortal.flatMap(({ request, status, body }) => {
    const [method = '', path = ''] = request.split(' ');
    return objectionsTo({ method, path }, { status, json: body });
  });
  expect(objections).toEqual([]);
});

test('an answer that the contract does not allow is told', () => {
  const asked = { method: 'GET', path: '/api/users/registered' };
  expect(objectionsTo(asked, { status: 200, json: {} })).not.toEqual([]);
  expect(objectionsTo(asked, { status: 418, json: {} })).not.toEqual([]);
  expect(objectionsTo({ method: 'GET', path: '/api/nothing' }, { status: 200, json: {} })).not.toEqual([]);
  expect(objectionsTo(asked, { status: 401, json: { message: 'Unauthorized' } })).toEqual([]);
});
