/** A stream of a tenant: the key of its row in the read tables. */
export interface StreamKey {
  readonly tenantId: string;
  readonly streamId: string;
}
