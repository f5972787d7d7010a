import { KlaError } from '@kla/chassis'
import type { ChildSafetyRefusal } from '../domain/child-safety.js'

const WORDS: Readonly<Record<ChildSafetyRefusal, string>> = {
  INVALID_FIELD: 'Child safety somebody else gives you.',
  NOT_ALLOWED: 'Child safety is given by those who have it.',
}

export const childSafetyRefused = (reason: ChildSafetyRefusal): KlaError => new KlaError(reason, WORDS[reason])
