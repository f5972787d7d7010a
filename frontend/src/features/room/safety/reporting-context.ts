import { createContext, useContext } from 'react'

/** Whom a report is about. */
export interface Reported {
  readonly id: number
  readonly username: string
}

interface Reporting {
  /** Who is in the other corner, or was there last while this player stayed: somebody who leaves can still be reported. */
  readonly about: Reported | null
  /** Opens the form. */
  readonly begin: (about: Reported) => void
}

export const ReportingContext = createContext<Reporting | null>(null)

export const useReporting = (): Reporting => {
  const reporting = useContext(ReportingContext)
  if (!reporting) throw new Error('useReporting needs a ReportingProvider above it.')
  return reporting
}
