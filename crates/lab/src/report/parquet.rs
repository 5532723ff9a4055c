//! The same tables as Parquet: the columns of the CSV file with their types, what is empty is null.

use super::csv::keys;
use super::{ReportTable, TableValue};
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::sync::Arc;

/// One column of the file.
enum FileColumn {
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
}

/// The whole file.
pub(super) fn parquet(sheet: &ReportTable) -> Result<Vec<u8>, ParquetError> {
    let columns = columns(sheet);
    let fields = columns.iter().map(|(key, column)| field(key, column).map(Arc::new));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder(&sheet.name).with_fields(fields).build()?;
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(WriterProperties::builder().build()))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in &columns {
        let Some(mut file_column) = group.next_column()? else { break };
        match column {
            FileColumn::Numbers(numbers) => {
                let there: Vec<f64> = numbers.iter().flatten().copied().collect();
                file_column.typed::<DoubleType>().write_batch(&there, Some(&levels(numbers)), None)?;
            }
            FileColumn::Texts(texts) => {
                let there: Vec<ByteArray> = texts.iter().flatten().map(|text| text.as_str().into()).collect();
                file_column.typed::<ByteArrayType>().write_batch(&there, Some(&levels(texts)), None)?;
            }
        }
        file_column.close()?;
    }
    group.close()?;
    writer.into_inner()
}

/// Parquet's definition levels of a column that may be empty: 1 where a value is.
fn levels<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| i16::from(value.is_some())).collect()
}

fn field(key: &str, column: &FileColumn) -> Result<Type, ParquetError> {
    let field = match column {
        FileColumn::Numbers(_) => Type::primitive_type_builder(key, Physical::DOUBLE),
        FileColumn::Texts(_) => {
            Type::primitive_type_builder(key, Physical::BYTE_ARRAY).with_converted_type(ConvertedType::UTF8)
        }
    };
    field.with_repetition(Repetition::OPTIONAL).build()
}

/// The columns with their names. A column that has words anywhere holds nothing but texts.
fn columns(sheet: &ReportTable) -> Vec<(String, FileColumn)> {
    let mut columns = Vec::new();
    for (index, column) in sheet.columns.iter().enumerate() {
        let values = || sheet.rows.iter().map(|row| row.get(index).unwrap_or(&TableValue::Empty));
        let keys = keys(column, sheet.has_intervals(index));
        if values().any(|value| matches!(value, TableValue::Text(_))) {
            let texts = values().map(|value| (*value != TableValue::Empty).then(|| text(value))).collect();
            columns.push((keys[0].clone(), FileColumn::Texts(texts)));
            continue;
        }
        for (part, key) in keys.into_iter().enumerate() {
            columns.push((key, FileColumn::Numbers(values().map(|value| number(value, part)).collect())));
        }
    }
    columns
}

/// The value (part 0) or an end of its interval.
fn number(value: &TableValue, part: usize) -> Option<f64> {
    match value {
        TableValue::Number(number, _) if part == 0 => Some(*number),
        TableValue::Estimate([low, value, high], _) => [*value, *low, *high].get(part).copied(),
        _ => None,
    }
}

fn text(value: &TableValue) -> String {
    match value {
        TableValue::Text(text) => text.clone(),
        TableValue::Number(number, _) | TableValue::Estimate([_, number, _], _) => number.to_string(),
        TableValue::Empty => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Column;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn a_file_has_the_columns_of_the_csv_with_types_and_nulls() {
        let columns = vec![Column::new("who", "", ""), Column::new("score, %", "%", ""), Column::new("games", "", "")];
        let mut sheet = ReportTable::new("scores", "", columns);
        sheet.add(vec!["é, \"b\"".into(), TableValue::Estimate([0.25, 0.5, 0.75], 1), TableValue::from(7_u64)]);
        sheet.add(vec!["c".into(), TableValue::Empty, TableValue::Empty]);
        let bytes = parquet(&sheet).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let names: Vec<String> =
            reader.metadata().file_metadata().schema_descr().columns().iter().map(|c| c.name().to_string()).collect();
        assert_eq!(names, ["who", "score_percent", "score_percent_low", "score_percent_high", "games"]);
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].get_string(0).unwrap(), "é, \"b\"");
        assert_eq!([1, 2, 3, 4].map(|column| rows[0].get_double(column).unwrap()), [0.5, 0.25, 0.75, 7.0]);
        assert_eq!(rows[1].get_string(0).unwrap(), "c");
        assert!((1..5).all(|column| rows[1].get_double(column).is_err()), "empty cells are null");
    }

    #[test]
    fn a_table_without_rows_is_a_file_without_rows() {
        let sheet = ReportTable::new("none", "", vec![Column::new("who", "", "")]);
        let reader = SerializedFileReader::new(bytes::Bytes::from(parquet(&sheet).unwrap())).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    }
}
