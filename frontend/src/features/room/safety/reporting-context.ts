import { createContext, useContext } from 'react'
import type { Reported } from '../../../entities/reports/reports.js'

interface Reporting {
  /** Current or last opponent: a player who left can still be reported. */
  readonly about: Reported | null
  readonly begin: (about: Reported) => void
}

export const ReportingContext = createContext<Reporting | null>(null)

export const useReporting = (): Reporting => {
  const reporting = useContext(ReportingContext)
  if (!reporting) throw new Error('useReporting needs a ReportingProvider above it.')
  return reporting
}
