import { catalogue } from '../shared/texts/catalogue.js'

export const PICK = catalogue({ wildCardFailed: 'Wild Card failed' })
