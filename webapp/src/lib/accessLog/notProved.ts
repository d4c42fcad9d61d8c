/** A proof, a checkpoint or a tile is not what the log says it is. */
export class NotProved extends Error {
  override name = 'NotProved';
}
