/** A proof, a checkpoint or a tile does not match the log. */
export class NotProved extends Error {
  override name = 'NotProved';
}

/** The log has another key than the stored one, which did not sign the change. */
export class KeyChanged extends NotProved {
  override name = 'KeyChanged';
}

/** The log contradicts the stored one: neither is a prefix of the other. */
export class LogExchanged extends NotProved {
  override name = 'LogExchanged';
}

/** The log ends before the stored one. */
export class LogBehind extends Error {
  override name = 'LogBehind';
}
