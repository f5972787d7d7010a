/** A pattern of SQL's LIKE for texts that contain `text`, in which nothing of it is a wildcard. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
