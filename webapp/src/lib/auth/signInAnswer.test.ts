import { describe, expect, it } from 'vitest';
import { parseSignInAnswer } from './signInAnswer';
import { getSignInMeaning } from './signInMeaning';

const cancelled =
  'error=access_denied&error_description=AADB2C90091%3a+The+user+has+cancelled+entering+self-asserted+information.%0d%0aCorrelation+ID%3a+00000000-0000-0000-0000-000000000000%0d%0aTimestamp%3a+2026-11-21+10:00:00Z%0d%0a&state=s';

describe('an answer of the identity provider', () => {
  it.each(['?', '#'])('is read behind %s', (mark) => {
    const answer = parseSignInAnswer(`https://portal.example/signin-callback${mark}${cancelled}`);
    expect(answer.error).toBe('access_denied');
    expect(answer.description).toContain('AADB2C90091');
    expect(new URL(answer.href).searchParams.get('state')).toBe('s');
  });

  it.each([
    ['access_denied', 'AADB2C90091: The user has cancelled', 'cancelled'],
    ['access_denied', 'AADB2C90118: The user has forgotten their password.', 'resetRequested'],
    ['access_denied', null, 'cancelled'],
    ['access_denied', 'The user said no', 'cancelled'],
    ['access_denied', 'AADB2C99999: Something else', 'failed'],
    ['server_error', 'AADB2C90118: wrapped', 'resetRequested'],
    ['login_required', null, 'failed'],
    [null, null, 'failed'],
  ])('%s with %j means %s', (error, description, meaning) => {
    expect(getSignInMeaning(error, description)).toBe(meaning);
  });
});
