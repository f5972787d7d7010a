/** Checks of public names, for services only. */

export { digitsAsOurs } from './digits.js'
export { nameFault, type NameFault, type NameOf } from './faults.js'
export { readName } from './hidden.js'
export { skeletonOf } from './skeleton.js'
