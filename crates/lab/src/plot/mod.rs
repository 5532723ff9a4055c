//! Plots in one style: white background, large type, colours that people with any eyes can tell apart, and no legend
//! on top of the data. Drawn by plotters; ticks and legends are placed here, because without fonts at hand only
//! anchored text lands where it should.

mod bar_chart;
mod canvas;
mod chart;
mod gallery;
mod heat_map;
mod pdf;
mod scale;

pub use bar_chart::BarChart;
pub use chart::{Chart, Dot, Series, Stroke};
pub use gallery::{gallery, quiet};
pub use heat_map::{ColourScale, HeatMap};
pub use pdf::pdf;
pub use scale::Axis;
