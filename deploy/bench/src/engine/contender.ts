/** Who tells of the battles that are listened to. */
export type EngineContender = 'engine' | 'bare loop'
