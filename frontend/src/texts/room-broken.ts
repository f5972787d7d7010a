import { catalogue } from '../shared/texts/catalogue.js'

export const ROOM_BROKEN = catalogue({
  title: 'Something broke in this room',
  text: 'Your camera and microphone are off: no one sees or hears you. We’re keeping your seat for now. They turn on again when you come back.',
  comeBack: 'Come back to the room',
})
