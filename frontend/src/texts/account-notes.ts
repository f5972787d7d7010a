import { catalogue } from '../shared/texts/catalogue.js'

export const ACCOUNT_NOTES = catalogue({
  bans: 'Bans',
  age: 'Age',
  locked:
    'Someone using this account said they’re under 18, so it can’t use rooms, quick match or cups. If that was a mistake, <support>contact Support</support>.',
})
