import type { RandomBelow } from '../shared/tokens.js'
import { isPlayerName, type OwnNames } from './rules.js'

/** Words of at most seven letters that are harmless in combination. */
export const FIRST_WORDS: readonly string[] = [
  'Amber', 'Autumn', 'Azure', 'Blithe', 'Bold', 'Brave', 'Breezy', 'Bright', 'Calm', 'Candid', 'Clever', 'Copper',
  'Coral', 'Cosmic', 'Cozy', 'Crimson', 'Crisp', 'Dapper', 'Daring', 'Dulcet', 'Easy', 'Ember', 'Fabled', 'Fleet',
  'Foxy', 'Frosty', 'Gentle', 'Gilded', 'Golden', 'Grand', 'Hidden', 'Humble', 'Indigo', 'Ivory', 'Jade', 'Jolly',
  'Keen', 'Lively', 'Lucky', 'Lunar', 'Mellow', 'Merry', 'Mighty', 'Misty', 'Nimble', 'Noble', 'Opal', 'Plucky',
  'Quick', 'Quiet', 'Royal', 'Rustic', 'Sandy', 'Scarlet', 'Silver', 'Smooth', 'Solar', 'Stormy', 'Sunny', 'Swift',
  'Velvet', 'Vivid', 'Wild', 'Witty',
]
export const SECOND_WORDS: readonly string[] = [
  'Acorn', 'Anchor', 'Badger', 'Beacon', 'Bison', 'Breeze', 'Canyon', 'Cedar', 'Cloud', 'Comet', 'Condor', 'Cougar',
  'Coyote', 'Crane', 'Delta', 'Dragon', 'Eagle', 'Falcon', 'Fern', 'Finch', 'Forest', 'Fox', 'Galaxy', 'Garnet',
  'Glacier', 'Harbor', 'Hawk', 'Heron', 'Island', 'Jaguar', 'Lagoon', 'Lantern', 'Lynx', 'Maple', 'Marlin', 'Meadow',
  'Meteor', 'Nebula', 'Ocelot', 'Orca', 'Orchid', 'Otter', 'Owl', 'Panther', 'Pepper', 'Pine', 'Planet', 'Puma',
  'Quartz', 'Raven', 'Reef', 'River', 'Robin', 'Saffron', 'Spruce', 'Summit', 'Tiger', 'Topaz', 'Valley', 'Walnut',
  'Willow', 'Wolf', 'Wren', 'Zephyr',
]

/** Numbers that suggest no one under 18 by age or year of birth; 69 and 88 have other meanings. */
export const NUMBERS: readonly number[] = Array.from({ length: 80 }, (_, index) => index + 20).filter(
  (number) => number !== 69 && number !== 88,
)

/** Numbers for when the short ones are taken. */
export const LONG_NUMBERS: readonly number[] = Array.from({ length: 800 }, (_, index) => index + 200)

/** Suggests names of two words and a number that do not reveal the player. */
export function suggestNames(count: number, ownNames: OwnNames, random: RandomBelow, numbers = NUMBERS): string[] {
  const drawn = new Set<string>()
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
  for (let draw = 0; draw < count * 3 && drawn.size < count; draw++) {
    const name = `${pick(FIRST_WORDS)} ${pick(SECOND_WORDS)} ${pick(numbers)}`
    if (isPlayerName(name, ownNames)) drawn.add(name)
  }
  return [...drawn]
}
