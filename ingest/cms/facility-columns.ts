/** The columns of facility lists, with all their names. */
import type { Column } from '../read/columns.ts'

/** Care Compare uses "Facility Name" and "ZIP Code"; other lists use shorter names. */
const columnByField = {
  name: { names: ['Facility Name', 'name', 'Hospital Name', 'Pharmacy-Name'] },
  street: { names: ['Address', 'Street Address'] },
  city: { names: ['City/Town', 'City'] },
  state: { names: ['State'] },
  zip: { names: ['ZIP Code', 'zip'] },
  phone: { names: ['Telephone Number', 'Phone Number', 'phone'], optional: true },
  npi: { names: ['npi'], optional: true },
  /** The CMS certification number. */
  certification: { names: ['Facility ID', 'Provider ID', 'CCN', 'provider_num'], optional: true },
  type: { names: ['Hospital Type', 'type'], optional: true },
  /** The category of the Provider of Services file. */
  category: { names: ['category'], optional: true },
  /** The provider type of the Medicare enrollment. */
  providerType: { names: ['provider_type_code'], optional: true },
  emergency: { names: ['Emergency Services', 'emergency'], optional: true },
  lat: { names: ['lat', 'latitude'], optional: true },
  lng: { names: ['lon', 'lng', 'long', 'longitude'], optional: true },
  /** Address and point in one text. */
  location: { names: ['Location'], optional: true },
} as const satisfies Record<string, Column>

type Field = keyof typeof columnByField

const fields = Object.keys(columnByField) as Field[]

export const facilityColumns: readonly Column[] = fields.map((field) => columnByField[field])

/** The cells of a row by name; a column that the file does not have is empty. */
export type FacilityCells = Readonly<Record<Field, string>>

export function toFacilityCells(cells: readonly string[]): FacilityCells {
  return Object.fromEntries(fields.map((field, index) => [field, cells[index] ?? ''])) as FacilityCells
}
