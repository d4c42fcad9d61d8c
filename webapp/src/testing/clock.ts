/**
 * The date in tests starts at a fixed moment, or at the one in TEST_NOW (ISO 8601 with an offset), and advances from
 * there; timers are real. Imported once, however many test files there are.
 */
const start = Date.parse(process.env.TEST_NOW ?? '2026-11-21T18:30:00Z');
if (Number.isNaN(start))
  throw new Error('TEST_NOW is not a moment in ISO 8601, such as 2027-12-31T23:58-07:00');

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
const offset = start - realNow();

class TestDate extends RealDate {
  constructor(...given: [] | [number]) {
    super(...((given.length > 0 ? given : [TestDate.now()]) as [number]));
  }

  static override now(): number {
    return realNow() + offset;
  }

  /** Also accepts the dates that the document creates. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }
}

/** Installs the date of the tests; a test that sets a date of its own restores the real one. */
export function startClock(): void {
  globalThis.Date = TestDate as DateConstructor;
}
