/** A text of a `BytesQueryable`, as UTF-8: a long one as its bytes, a short one as a string of which each character is one byte. `bytesOf` makes the bytes of both. */
export type RowText = string | Buffer;
