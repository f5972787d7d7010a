/** What may be a name that others see. For services: the page shows their reasons, and needs none of the tables. */

export { digitsAsOurs } from './digits.js'
export { nameFault, type NameFault, type NameOf } from './faults.js'
export { readName } from './hidden.js'
export { skeletonOf } from './skeleton.js'
