import { catalogue } from '../shared/texts/catalogue.js'

export const CHAT_BUTTON = catalogue({
  unread: 'Room Chat: {unread, plural, one {# new message} other {# new messages}}',
  latest: '{unread, plural, one {# new message} other {# new messages}}. {username}: {text}',
})
