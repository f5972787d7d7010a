import { catalogue } from '../shared/texts/catalogue.js'

export const INVITATION = catalogue({
  title: "You're invited to a battle",
  lead: 'No one sees you until you’re in the room, and you can play without a camera.',
})
