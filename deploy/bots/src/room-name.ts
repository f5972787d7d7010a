/** Random digits may read like contact details: ROOM_NAME_CONTACT. */
export const ROOM_NAME = 'A room of bots'
