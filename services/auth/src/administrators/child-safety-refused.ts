import { KlaError } from '@kla/chassis'
import type { ChildSafetyRefusal } from '../domain/child-safety.js'

const REFUSALS: Readonly<Record<ChildSafetyRefusal, () => KlaError>> = {
  GIVEN_TO_ONESELF: () => new KlaError('INVALID_FIELD', 'Child safety somebody else gives you.'),
  PASSWORD_NOT_OWN: () =>
    new KlaError('INVALID_FIELD', 'That is for somebody who has signed in and chosen a password of their own.'),
  LAST_CHILD_SAFETY: () => new KlaError('LAST_CHILD_SAFETY'),
}

export const childSafetyRefused = (reason: ChildSafetyRefusal): KlaError => REFUSALS[reason]()
