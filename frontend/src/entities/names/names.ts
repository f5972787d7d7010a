import {
  characterCount,
  type NameChange,
  type NameChoice,
  type NameSuggestions,
  PLAYER_NAME_MAX,
  PLAYER_NAME_MIN,
} from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { NAME_CHANGE } from '../../texts/names.js'
import { sessionApi, type SessionUser, withNames } from '../session/session-api.js'

const namesApi = api.injectEndpoints({
  endpoints: (build) => ({
    chooseName: build.mutation<NameChoice, NameChange>({
      query: (body) => ({ url: 'user/name', method: 'PUT', body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const names = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (names === null) return
        dispatch(
          sessionApi.util.updateQueryData('getSession', undefined, (session) => {
            if (session) session.user = withNames(session.user, names)
          }),
        )
      },
    }),
    /** Every request returns different names. */
    nameSuggestions: build.query<string[], void>({
      query: () => 'user/name/suggestions',
      transformResponse: (answer: NameSuggestions) => answer.names,
    }),
  }),
})

export const { useChooseNameMutation, useNameSuggestionsQuery } = namesApi

export const shownWords = (user: SessionUser, names: NameChoice): string =>
  NAME_CHANGE.shown({ name: withNames(user, names).displayName })

export const ROW_HEIGHT = '3.375rem'

/** Returns the problem, or an empty string. The server judges letters and words. */
export function nameProblem(name: string): string {
  // Counts code points: one syllable of two is a valid name.
  if ([...name.normalize('NFC')].length < PLAYER_NAME_MIN) return NAME_CHANGE.tooShort({ min: PLAYER_NAME_MIN })
  return characterCount(name) > PLAYER_NAME_MAX ? NAME_CHANGE.tooLong({ max: PLAYER_NAME_MAX }) : ''
}

/** True if another name would avoid the refusal. */
export const blamesName = (error: unknown): boolean =>
  errorCode(error).startsWith('NAME_') && errorCode(error) !== 'NAME_TOO_SOON'

export function refusalWords(error: unknown): string {
  if (errorCode(error) === 'RATE_LIMITED') return NAME_CHANGE.tooManyTries
  return errorText(error, NAME_CHANGE.unreachable)
}

/** Null if the name can change now. */
export const changeableAt = ({ names }: SessionUser, nowMs: number): string | null => {
  const at = names?.name_changeable_at ?? null
  return at !== null && Date.parse(at) > nowMs ? at : null
}
