/** What may be a name that others see. For services: the page shows their reasons, and needs none of the tables. */

export { readName } from './hidden.js'
