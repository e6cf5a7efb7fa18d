/** Why a store cannot be copied into this database, in words for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}
