import type { ActGroup, ActToken } from '@kla/proto/web'
import { ACT_GROUP_NAMES, ACT_NAMES } from '../../texts/limits-card.js'

export const ACT_WORDS: Readonly<Record<ActToken, string>> = ACT_NAMES

export const ACT_GROUP_WORDS: Readonly<Record<ActGroup, string>> = ACT_GROUP_NAMES
