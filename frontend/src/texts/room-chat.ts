import { catalogue } from '../shared/texts/catalogue.js'

export const CHAT = catalogue({
  title: 'Room Chat',
  close: 'Close the chat',
  empty: 'No messages yet. Say hello.',
  typing: '{name} is typing…',
})

export const CHAT_FORM = catalogue({
  label: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
})
