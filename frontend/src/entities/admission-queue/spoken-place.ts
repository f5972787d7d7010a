/** Changes only once the place halves or grows. */
export const spokenPlace = (spoken: number, place: number): number =>
  place <= spoken / 2 || place > spoken ? place : spoken
