/** The query of an authorisation request, as OAuth 2 names its parameters. */
export interface AuthorizeQuery {
  readonly client_id?: string
  readonly redirect_uri?: string
  readonly response_type?: string
  readonly scope?: string
  readonly state?: string
  readonly code_challenge?: string
  readonly code_challenge_method?: string
  readonly persona?: string
  readonly cancel?: string
}
