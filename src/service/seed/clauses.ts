import type { Template } from './story-rows.ts';

/** One clause: its heading and its text. */
export interface Clause {
  readonly heading: string;
  readonly text: string;
}

const clause = (heading: string, text: string): Clause => ({ heading, text });

/** What each kind of contract says first; `{documento}` stands for its title. */
export const ownClauses: Readonly<
  Record<Exclude<Template, 'letter' | 'notice' | 'pagare'>, readonly Clause[]>
> = {
  lease: [
    clause(
      'Objeto',
      'La Organización entrega el uso y goce temporal del inmueble descrito en «{documento}», y la otra Parte lo recibe en buen estado, con instalaciones eléctricas e hidráulicas en funcionamiento, según el inventario que ambas revisaron en el sitio.',
    ),
    clause(
      'Destino',
      'El inmueble se destinará únicamente a almacenamiento y oficinas de apoyo. Cualquier otro uso, así como el subarrendamiento total o parcial, requiere consentimiento previo y por escrito de la Organización.',
    ),
    clause(
      'Vigencia',
      'El plazo es de veinticuatro meses contados a partir de la fecha de firma. Al concluir, el inmueble se devolverá desocupado y al corriente de servicios, sin más deterioro que el de su uso normal.',
    ),
    clause(
      'Mantenimiento',
      'Las reparaciones menores corren por cuenta de quien ocupa; las estructurales, por cuenta de la Organización, que deberá iniciarlas dentro de los diez días hábiles siguientes al aviso.',
    ),
    clause(
      'Seguros',
      'Quien ocupa contratará un seguro de responsabilidad civil que ampare daños a terceros durante toda la vigencia y entregará copia de la póliza dentro de los quince días siguientes a la firma.',
    ),
  ],
  employment: [
    clause(
      'Puesto y funciones',
      'La persona trabajadora prestará sus servicios de manera personal y subordinada en el puesto que se describe en «{documento}», con las funciones señaladas en el perfil que conoce y acepta.',
    ),
    clause(
      'Jornada',
      'La jornada será de cuarenta y ocho horas a la semana, de lunes a sábado, con media hora diaria para alimentos y un día completo de descanso con goce de sueldo.',
    ),
    clause(
      'Salario y prestaciones',
      'El salario se cubrirá por quincenas vencidas mediante transferencia electrónica. Además se pagarán aguinaldo, vacaciones y prima vacacional en los términos de la ley, y las prestaciones de la política interna vigente.',
    ),
    clause(
      'Seguridad e higiene',
      'Ambas Partes cumplirán las normas de seguridad e higiene del centro de trabajo. La Organización entregará el equipo de protección y la persona trabajadora se obliga a usarlo.',
    ),
    clause(
      'Capacitación',
      'La persona trabajadora será capacitada conforme a los planes registrados por la Organización, dentro de la jornada y sin costo para ella.',
    ),
  ],
  settlement: [
    clause(
      'Terminación',
      'Las Partes dan por terminada de común acuerdo la relación de trabajo a la que se refiere «{documento}», con efectos a partir de la fecha de firma, sin responsabilidad para ninguna de ellas.',
    ),
    clause(
      'Conceptos que se cubren',
      'La Organización cubre la parte proporcional de aguinaldo, vacaciones y prima vacacional, así como los salarios devengados, según el desglose que la persona trabajadora revisó y encontró correcto.',
    ),
    clause(
      'Recibo',
      'La persona trabajadora recibe a su entera satisfacción la cantidad desglosada y manifiesta que no se le adeuda ningún otro concepto ordinario o extraordinario.',
    ),
    clause(
      'Devolución de equipo',
      'En el mismo acto se devuelven las herramientas, llaves y equipos asignados, cuyo estado consta en el inventario firmado por ambas Partes.',
    ),
  ],
  confidentiality: [
    clause(
      'Información confidencial',
      'Es confidencial toda información técnica, comercial, financiera o jurídica que una Parte entregue a la otra con motivo de «{documento}», en cualquier soporte, salvo la que ya fuera pública o se hubiera obtenido de un tercero sin restricción.',
    ),
    clause(
      'Obligaciones',
      'Quien recibe información la usará solo para el fin convenido, la dará a conocer únicamente al personal que la necesite y la protegerá con el mismo cuidado que a la propia, nunca menor al razonable.',
    ),
    clause(
      'Plazo',
      'La obligación de reserva subsiste durante cinco años contados a partir de la última entrega de información, aun cuando la relación entre las Partes haya terminado antes.',
    ),
    clause(
      'Devolución',
      'A solicitud de quien la entregó, la información se devolverá o destruirá dentro de los diez días hábiles siguientes, con constancia por escrito de haberlo hecho.',
    ),
  ],
  supply: [
    clause(
      'Objeto',
      'La Proveedora se obliga a entregar los bienes que se detallan en «{documento}» y en sus anexos, nuevos, sin vicios y conforme a las especificaciones aprobadas por la Organización.',
    ),
    clause(
      'Precio',
      'El precio de cada partida es fijo durante la vigencia e incluye empaque, maniobras y entrega en el almacén de la Organización. El impuesto al valor agregado se trasladará por separado.',
    ),
    clause(
      'Entregas',
      'Las entregas se harán en días hábiles, de ocho a catorce horas, con remisión por duplicado. La Organización dispondrá de tres días para rechazar lo que no cumpla con lo pedido.',
    ),
    clause(
      'Pena convencional',
      'Por cada día de atraso imputable a la Proveedora se descontará el cero punto tres por ciento del valor de lo no entregado, sin que el total exceda del diez por ciento de la partida.',
    ),
    clause(
      'Garantía',
      'La Proveedora garantiza los bienes por doce meses contra defectos de materia prima y fabricación, y los sustituirá sin costo dentro de los diez días siguientes al reporte.',
    ),
  ],
  minutes: [
    clause(
      'Lista de asistencia y quórum',
      'Pasada lista, se hizo constar la asistencia de quienes firman al calce. Habiendo quórum, quien preside declaró legalmente instalada la reunión y sometió a aprobación el orden del día, que fue aceptado por unanimidad.',
    ),
    clause(
      'Informe de avances',
      'Se presentó el informe de avances de «{documento}». Los asistentes lo tuvieron por rendido, solicitaron agregar el cuadro comparativo de volúmenes y acordaron que se distribuya dentro de los cinco días siguientes.',
    ),
    clause(
      'Acuerdos',
      'Primero: se aprueba el programa de trabajo presentado. Segundo: se instruye a la administración para recabar las cotizaciones faltantes. Tercero: se autoriza el ejercicio del fondo de contingencia hasta por el monto señalado en el informe.',
    ),
    clause(
      'Asuntos generales y cierre',
      'No habiendo otro asunto que tratar, se levantó la sesión y se redactó la presente acta, que leída a los asistentes fue aprobada y firmada electrónicamente por quienes en ella intervinieron.',
    ),
  ],
  amendment: [
    clause(
      'Antecedentes',
      'Las Partes celebraron el instrumento al que se refiere «{documento}» y convienen en modificarlo en los términos que siguen. En lo no modificado, sus cláusulas conservan plena fuerza.',
    ),
    clause(
      'Modificación',
      'Se ajustan el alcance y el calendario conforme al cuadro anexo, que sustituye al anterior. Los trabajos adicionales se ejecutarán con los precios unitarios ya pactados.',
    ),
    clause(
      'Plazo',
      'El plazo de ejecución se prorroga cuarenta y cinco días naturales, contados a partir del vencimiento original, sin que ello implique aplicación de penas convencionales.',
    ),
    clause(
      'No novación',
      'Este convenio no constituye novación de las obligaciones contraídas, que subsisten con la sola excepción de lo aquí modificado.',
    ),
  ],
  power: [
    clause(
      'Otorgamiento',
      'La Organización otorga el poder que se describe en «{documento}» a favor de quien se nombra, para que lo ejerza en su nombre y representación con las facultades que aquí se enumeran y sin limitación alguna dentro de ellas.',
    ),
    clause(
      'Facultades',
      'Quedan comprendidas las facultades generales y las especiales que requieran cláusula expresa conforme a la ley: promover y desistirse, celebrar convenios, articular y absolver posiciones, recibir pagos y otorgar recibos.',
    ),
    clause(
      'Vigencia y revocación',
      'El poder estará vigente por dos años. La Organización podrá revocarlo en cualquier momento mediante aviso por escrito, que surtirá efectos desde su recepción.',
    ),
    clause(
      'Rendición de cuentas',
      'Quien recibe el poder rendirá cuentas por escrito cada tres meses, y en todo caso dentro de los cinco días siguientes a que la Organización lo pida.',
    ),
  ],
  services: [
    clause(
      'Objeto',
      'La Prestadora realizará los servicios descritos en «{documento}» con personal y medios propios, sin que exista relación laboral entre dicho personal y la Organización.',
    ),
    clause(
      'Alcance y entregables',
      'Los entregables, sus formatos y sus fechas se detallan en el anexo. Un entregable se tendrá por aceptado si en cinco días hábiles la Organización no formula observaciones.',
    ),
    clause(
      'Contraprestación',
      'Los honorarios se pagarán contra entregable aceptado, dentro de los veinte días naturales siguientes a la recepción del comprobante fiscal correspondiente.',
    ),
    clause(
      'Propiedad de los resultados',
      'Los resultados y sus derechos patrimoniales corresponden a la Organización desde su pago. La Prestadora conserva el derecho a ser mencionada como autora.',
    ),
  ],
};

/** What any contract may say after that. */
export const commonClauses: readonly Clause[] = [
  clause(
    'Confidencialidad',
    'Las Partes guardarán reserva sobre la información que conozcan con motivo de este instrumento y solo podrán revelarla por mandato de autoridad competente, dando aviso previo a la otra cuando la ley lo permita.',
  ),
  clause(
    'Protección de datos personales',
    'Los datos personales que se intercambien se tratarán exclusivamente para cumplir este instrumento, con las medidas de seguridad que exige la ley, y se suprimirán cuando dejen de ser necesarios.',
  ),
  clause(
    'Caso fortuito y fuerza mayor',
    'Ninguna Parte responderá por el incumplimiento que derive de caso fortuito o fuerza mayor, siempre que lo comunique dentro de las setenta y dos horas siguientes y reanude el cumplimiento en cuanto cese la causa.',
  ),
  clause(
    'Rescisión',
    'El incumplimiento de cualquiera de las obligaciones faculta a la otra Parte para rescindir sin necesidad de declaración judicial, previo requerimiento por escrito y transcurridos diez días hábiles sin que se subsane.',
  ),
  clause(
    'Cesión',
    'Los derechos y obligaciones derivados de este instrumento no podrán cederse, en todo o en parte, sin el consentimiento previo y por escrito de la otra Parte.',
  ),
  clause(
    'Avisos y notificaciones',
    'Los avisos se harán por escrito a los correos electrónicos señalados por las Partes y surtirán efectos al día hábil siguiente de su envío. El cambio de correo deberá comunicarse con cinco días de anticipación.',
  ),
  clause(
    'Modificaciones',
    'Toda modificación constará por escrito y será firmada por las Partes con los mismos medios con que se firma este instrumento; la tolerancia de una Parte no implica renuncia a sus derechos.',
  ),
  clause(
    'Firma electrónica',
    'Las Partes firman con su firma electrónica avanzada y reconocen que produce los mismos efectos que la autógrafa. La integridad y la fecha de este documento constan en el certificado de conservación que se emita sobre su huella digital.',
  ),
  clause(
    'Impuestos',
    'Cada Parte cubrirá los impuestos, derechos y contribuciones que le correspondan conforme a las leyes fiscales aplicables, y entregará los comprobantes con los requisitos vigentes.',
  ),
  clause(
    'Integridad del acuerdo',
    'Este instrumento y sus anexos contienen el acuerdo completo entre las Partes respecto de su objeto y dejan sin efecto cualquier negociación, compromiso o comunicación anterior, verbal o escrita.',
  ),
  clause(
    'Divisibilidad',
    'Si alguna disposición fuera declarada nula o inaplicable, las demás conservarán su validez y las Partes sustituirán la afectada por otra que refleje, en lo posible, la intención original.',
  ),
  clause(
    'Anticorrupción',
    'Las Partes declaran que ni ellas ni su personal han ofrecido, pagado o recibido beneficio indebido alguno con motivo de este instrumento, y se obligan a mantener registros que permitan comprobarlo.',
  ),
  clause(
    'Responsabilidad',
    'Cada Parte responderá por los daños y perjuicios directos que cause por dolo, negligencia o mala fe, y sacará a la otra en paz y a salvo de las reclamaciones de su propio personal.',
  ),
  clause(
    'Auditoría',
    'La Organización podrá revisar, con aviso de cinco días hábiles y en horario de oficina, los registros relacionados con el cumplimiento de este instrumento, sin interferir con la operación ordinaria.',
  ),
  clause(
    'Conservación',
    'Este documento y las constancias de su firma se conservarán por un plazo no menor de diez años, en medios que permitan su consulta posterior y la comprobación de que no fueron alterados.',
  ),
  clause(
    'Jurisdicción',
    'Para la interpretación y cumplimiento de este instrumento las Partes se someten a las leyes aplicables y a los tribunales competentes de la ciudad de Mérida, Yucatán, y renuncian a cualquier otro fuero.',
  ),
];

/** How each kind of document begins; `{titulo}`, `{organizacion}` and `{partes}` are filled in. */
export const openings: Readonly<Record<keyof typeof ownClauses, string>> = {
  lease:
    '{titulo}, que celebran por una parte {organizacion}, en adelante «la Organización», y por la otra {partes}, a quienes en conjunto se denomina «las Partes», conforme a las cláusulas siguientes:',
  employment:
    '{titulo}, que celebran {organizacion}, en adelante «la Organización», y quienes firman al calce, {partes}, en adelante «las Partes», conforme a las cláusulas siguientes:',
  settlement:
    'Convenio de {titulo}, que celebran {organizacion}, en adelante «la Organización», y {partes}, en adelante «las Partes», conforme a las cláusulas siguientes:',
  confidentiality:
    '{titulo}, que celebran {organizacion}, en adelante «la Organización», y {partes}, en adelante «las Partes», quienes reconocen su personalidad y se obligan conforme a lo siguiente:',
  supply:
    '{titulo}, que celebran {organizacion}, en adelante «la Organización», y {partes}, en adelante, según corresponda, «la Proveedora» o «las Partes», conforme a las cláusulas siguientes:',
  minutes:
    'En la ciudad de Mérida, Yucatán, se reunieron {partes} por {organizacion}, con el objeto de celebrar la sesión a la que se refiere «{titulo}», de la que se deja constancia en los términos siguientes:',
  amendment:
    '{titulo}, que celebran {organizacion}, en adelante «la Organización», y {partes}, en adelante «las Partes», al tenor de los antecedentes y cláusulas siguientes:',
  power:
    '{organizacion}, en adelante «la Organización», por conducto de {partes}, otorga el presente {titulo}, conforme a las cláusulas siguientes:',
  services:
    '{titulo}, que celebran {organizacion}, en adelante «la Organización», y {partes}, en adelante, según corresponda, «la Prestadora» o «las Partes», conforme a las cláusulas siguientes:',
};
