/**
 * Marks a page that the player opened: by address, app or a link of the platform. Others wait for a press before room
 * or camera.
 */
export const OPENED_BY_PERSON = 'kla-opened-by-person'
