import { catalogue } from '../shared/texts/catalogue.js'

export const CHAT_BUTTON = catalogue({
  unread: 'Room Chat: {unread, plural, one {# new message} other {# new messages}}',
  latest: '{unread, plural, one {# new message} other {# new messages}}. {username}: {text}',
})

export const CONTACT_ASK = catalogue({
  rule: 'Sharing contact details isn’t allowed here. If you send it anyway, it will be hidden. Links are never sent.',
  sendHidden: 'Send it hidden',
})

export const UNSENT = catalogue({
  label: 'Messages not sent',
  waiting: 'Not sent yet. Trying again…',
  failed: 'Not sent.',
  discard: 'Discard',
})
