/** What names an entry: the number or the text that the server gave it. */
export type EntryId = number | string
