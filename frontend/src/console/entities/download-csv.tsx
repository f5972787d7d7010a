import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError } from '../../shared/ui/toast.js'
import { saveFile } from '../kit/save-file.js'
import { isOffline } from '../kit/states.js'
import { consoleApi } from './console-api.js'

interface CsvOrder {
  /** Path of the list, such as 'admin/reports'. */
  list: string
  filters: Readonly<Record<string, string>>
}

const OFFLINE = 'The download failed. Check your connection, then try again.'
/** The server streams 50,000 rows at most. */
const TIMEOUT_MS = 10 * 60_000

const csvApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the file instead of caching it. */
    downloadCsv: build.mutation<null, CsvOrder>({
      async queryFn({ list, filters }, _api, _options, baseQuery) {
        const { data, error, meta } = await baseQuery({
          url: `${list}.csv`,
          params: filters,
          timeout: TIMEOUT_MS,
          responseHandler: (response) => (response.ok ? response.blob() : response.json()),
        })
        if (error) return { error }
        const named = meta?.response?.headers.get('content-disposition') ?? ''
        saveFile(data as Blob, /filename="([^"]+)"/.exec(named)?.[1] ?? 'kla.csv')
        return { data: null }
      },
      invalidatesTags: ['Audit'],
    }),
  }),
})

/** Downloads a list with its filters. */
export function DownloadCsv(order: CsvOrder) {
  const [download, { isLoading }] = csvApi.useDownloadCsvMutation()
  const start = async () => {
    const { error } = await download(order)
    if (error) toastError(isOffline(error) ? OFFLINE : errorText(error, 'The download failed. Try again.'))
  }
  return (
    <Button busy={isLoading} onClick={() => void start()}>
      Download CSV
    </Button>
  )
}
