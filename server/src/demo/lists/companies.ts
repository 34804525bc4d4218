// The companies of the demo in the order they joined: key (used by the catalogue) | name | contact | email | address.
import { parseTable } from './table.ts';

export interface Company {
  key: string;
  supplierName: string;
  contactPerson: string;
  email: string;
  address: string;
}

/** The one supplier@ghala.example belongs to. */
export const accountCompany = 'mwangaza';

export const companies: Company[] = parseTable(
  `
  mwangaza | Mwangaza Wholesalers Ltd | Wanjiku Kamau | orders@mwangaza-wholesalers.example | Godown 7, Enterprise Road, Industrial Area, Nairobi
  pwani    | Pwani Grain & Oil Millers Ltd | Salim Mbarak | sales@pwani-millers.example | Shimanzi, off Dar es Salaam Road, Mombasa
  simba    | Simba Hardware & Building Merchants | Hitesh Patel | trade@simba-hardware.example | Lunga Lunga Road, Industrial Area, Nairobi
  bonde    | Bonde la Ufa Agrovet Supplies | Chepkemoi Rotich | info@bonde-agrovet.example | Kenyatta Avenue, opposite the Old Market, Nakuru
  nyota    | Nyota Electronics | Njoroge Ng'ang'a | duka@nyota-electronics.example | Luthuli Avenue, 2nd floor, Nairobi
  ziwa     | Ziwa Traders Kisumu | Akinyi Ouma | soko@ziwa-traders.example | Oginga Odinga Street, Kisumu
  jiko     | Kamukunji Jua Kali Metalworks Cooperative | Mutua Musyoka | jiko@kamukunji-metalworks.example | Shed 42, Kamukunji, Nairobi
  nyanda   | Nyanda za Juu Farm Inputs | Jepkosgei Cheruiyot | shamba@nyanda-farm.example | Uganda Road, Eldoret
  jua      | Jua Power Solutions Ltd | Zainab Abdalla | umeme@jua-power.example | Waiyaki Way, Westlands, Nairobi
  mapambo  | Mapambo Textiles | Muthoni Gichuru | nguo@mapambo-textiles.example | Garissa Road, Thika
  elimu    | Elimu Books & Stationers | Kathambi M'Imanyara | vitabu@elimu-books.example | Njuri Ncheke Street, Meru
  wakulima | Western Kenya Smallholder Farmers' Marketing, Processing and Distribution Cooperative Society Limited | Nakhumicha Wafula | distribution.and.customer.care.department@western-kenya-smallholder-farmers-cooperative.example | Plot 1187/IV, Canon Awori Street, next to the Muliro Gardens, P.O. Box 2210-50100, Kakamega
`,
  5,
).map(([key = '', supplierName = '', contactPerson = '', email = '', address = '']) => ({
  key,
  supplierName,
  contactPerson,
  email,
  address,
}));
