/** Where the page of an evaluation stands, under the address of the service; null where there is no service. */
export function pageAddress(service: string | null, evaluation: string): string | null {
  return service === null ? null : `${withoutSlash(service)}/evaluations/${encodeURIComponent(evaluation)}`;
}

/** Where a picture of that page stands as a file of its own. */
export function chartAddress(page: string, name: string): string {
  return `${withoutSlash(page)}/charts/${encodeURIComponent(name)}.svg`;
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
