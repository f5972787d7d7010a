export { changeLine, changesBetween } from './changes.js'
export { copiedFingerprints, copyDatabase, fingerprintsOf, restoreDatabase } from './database-copy.js'
export { copyStream, deleteStream, restoreStream } from './stream-copy.js'
