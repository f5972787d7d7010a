/** A query or form with one value a name, so that no route meets a list. */
export const singleValues = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
