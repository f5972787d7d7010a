/** A subject without its ids: tokens that hold a digit. Names of spans come from a closed set. */
export const subjectTemplate = (subject: string): string =>
  subject
    .split('.')
    .map((token) => (/\d/.test(token) ? '*' : token))
    .join('.')
