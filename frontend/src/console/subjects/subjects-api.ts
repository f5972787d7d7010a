import type { SubjectView } from '@kla/proto/web'
import { consoleApi } from '../api/console-api.js'

export const subjectsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** What is known of an account: reports about and by it, bans. */
    subject: build.query<SubjectView, number>({
      query: (id) => `admin/subjects/${id}`,
      providesTags: ['Subjects'],
    }),
  }),
})

export const { useSubjectQuery } = subjectsApi
