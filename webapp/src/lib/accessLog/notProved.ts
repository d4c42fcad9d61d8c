/** A proof, a checkpoint or a tile is not what the log says it is. */
export class NotProved extends Error {
  override name = 'NotProved';
}

/** The log has another key than the one that this browser kept, which did not sign the change to it. */
export class KeyChanged extends NotProved {
  override name = 'KeyChanged';
}

/** The log contradicts the one that this browser kept: neither begins with all of the other. */
export class LogExchanged extends NotProved {
  override name = 'LogExchanged';
}

/** The log that is shown ends before the one that this browser kept. */
export class LogBehind extends Error {
  override name = 'LogBehind';
}
