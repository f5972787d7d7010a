/** Whose figures are judged, as they are called in all tables. */
export const OURS = 'Kla'
