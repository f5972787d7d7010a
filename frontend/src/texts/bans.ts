import { catalogue } from '../shared/texts/catalogue.js'

export const BAN_TITLES = catalogue({
  global: 'This account is banned from Kla',
  rooms: 'This account is banned from rooms',
  chat: 'This account is banned from the chat',
  api: 'This account is banned from the shop and its library',
})

export const BAN = catalogue({
  title: '{title}.',
  noReason: 'For breaking the Terms of Service.',
  reason: 'Reason: “{reason}”.',
  permanent: 'It is permanent.',
  endsOn: 'It ends on {end}.',
  roomsClosed:
    'This account is banned from {scope, select, global {Kla} other {rooms}}, so you can’t use this. {until}',
  appeal:
    'If you think this is wrong, appeal under <standing>Standing</standing>, or <support>write to support</support> and mention ban number {id}.',
})
