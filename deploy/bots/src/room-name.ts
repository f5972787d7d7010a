import type { ClientEventData } from '@kla/proto/web'

/** Random digits may read like contact details: ROOM_NAME_CONTACT. */
export const ROOM_NAME = 'A room of bots'

/** What creates a public room of two without a passcode. */
export const OPEN_ROOM = {
  roomName: ROOM_NAME,
  passcode: null,
  passcodeRequired: false,
  publicRoom: true,
  mode: 'rush',
  capacity: '2',
  category: 'default',
} satisfies ClientEventData<'create-room'>
