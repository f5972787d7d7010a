const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text can be a cup's id at all. */
export const isCupId = (text: string): boolean => UUID.test(text)
