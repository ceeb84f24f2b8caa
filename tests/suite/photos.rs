//! Photos: the head stays in the picture, and a file has no more pixels than its page needs.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, ImageReader, Rgb, RgbImage};

use crate::support::docx::WordFile;
use crate::support::rendering::layouts;
use crate::support::sandbox::Sandbox;

const PROFILE: &str =
    "date = '2026'\n[person]\nname = 'Ada'\nemail = 'ada@example.org'\nphoto = 'me.jpg'\n";

const TOP: Rgb<u8> = Rgb([220, 20, 20]);
const MIDDLE: Rgb<u8> = Rgb([120, 120, 120]);
const BOTTOM: Rgb<u8> = Rgb([20, 20, 220]);

/// Returns a portrait of 3 : 4 with a red edge above and a blue one below.
fn portrait(width: u32) -> RgbImage {
    let height = width * 4 / 3;
    RgbImage::from_fn(width, height, |_, y| match y * 16 / height {
        0 => TOP,
        15 => BOTTOM,
        _ => MIDDLE,
    })
}

/// Returns pixels that hardly compress, as those of a camera.
fn noise(width: u32, height: u32) -> RgbImage {
    let mut state = 1_u32;
    RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [red, green, blue, _] = state.to_le_bytes();
        Rgb([red, green, blue])
    })
}

fn jpeg(pixels: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
    pixels.write_with_encoder(encoder).expect("a JPEG");
    bytes
}

fn sandbox(photo: &[u8]) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", PROFILE);
    std::fs::write(sandbox.path("me.jpg"), photo).expect("a photo");
    sandbox
}

fn decoded(bytes: &[u8]) -> RgbImage {
    let reader = ImageReader::new(Cursor::new(bytes));
    let reader = reader.with_guessed_format().expect("a format");
    reader.decode().expect("a picture").to_rgb8()
}

fn shows(page: &RgbImage, color: Rgb<u8>) -> bool {
    page.pixels().any(|pixel| {
        let parts = pixel.0.iter().zip(color.0);
        parts
            .into_iter()
            .all(|(part, wanted)| part.abs_diff(wanted) < 40)
    })
}

#[test]
fn a_portrait_keeps_its_upper_part_unless_told() {
    let sandbox = sandbox(&jpeg(&portrait(300)));
    let mut cut = 0;
    for layout in layouts() {
        for shape in ["circle", "rectangle"] {
            let has_shape = shape == "rectangle" || layout != "rirekisho";
            if !has_shape {
                continue;
            }
            for (focus, expected) in [("top", TOP), ("bottom", BOTTOM)] {
                sandbox
                    .run(&format!(
                        "render a.toml --layout {layout} --set photo={shape} --set photo-focus={focus} \
                         --format png --ppi 60 -o {layout}/"
                    ))
                    .succeeds();
                let name = sandbox.files(layout).remove(0);
                let page = decoded(&sandbox.bytes(&format!("{layout}/{name}")));
                assert!(shows(&page, expected), "{layout}, {shape}, {focus}");
                cut += usize::from(!shows(&page, if focus == "top" { BOTTOM } else { TOP }));
            }
        }
    }
    // A circle cuts a portrait in all layouts but one.
    assert!(cut >= 22, "{cut}");
}

#[test]
fn photos_of_phones_become_small_in_all_formats() {
    let photo = jpeg(&noise(2400, 1800));
    assert!(photo.len() > 4_000_000, "{}", photo.len());
    let sandbox = sandbox(&photo);
    for format in ["pdf", "docx", "html"] {
        sandbox
            .run(&format!("render a.toml --layout sidebar -o a.{format}"))
            .succeeds();
        let size = sandbox.bytes(&format!("a.{format}")).len();
        assert!(size < 1_500_000, "{format}: {size}");
    }
    let file = WordFile::open(&sandbox.bytes("a.docx"));
    let pixels = decoded(file.bytes("word/media/image1.jpeg"));
    assert_eq!(pixels.dimensions(), (960, 720));
}

#[test]
fn a_photo_that_is_small_enough_keeps_its_bytes() {
    let photo = jpeg(&noise(720, 960));
    let sandbox = sandbox(&photo);
    sandbox
        .run("render a.toml --layout sidebar -o a.pdf")
        .succeeds();
    let pixels = &photo[photo.len() - 100..];
    assert!(
        sandbox
            .bytes("a.pdf")
            .windows(100)
            .any(|part| part == pixels)
    );
}

#[test]
fn a_photo_that_lies_on_its_side_is_upright_after_scaling() {
    // The camera turned the portrait by 90 degrees, and says so.
    let turned = image::imageops::rotate270(&portrait(1500));
    let plain = jpeg(&turned);
    let exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    let photo = [&plain[..2], b"\xff\xe1", &length, exif, &plain[2..]].concat();
    let sandbox = sandbox(&photo);
    sandbox.run("render a.toml -o a.docx").succeeds();
    let file = WordFile::open(&sandbox.bytes("a.docx"));
    let pixels = decoded(file.bytes("word/media/image1.jpeg"));
    assert_eq!(pixels.dimensions(), (720, 960));
    let top = pixels.get_pixel(360, 10);
    assert!(top.0[0] > 180 && top.0[2] < 80, "{top:?}");
}

#[test]
fn transparent_pictures_stay_transparent() {
    let pixels = image::RgbaImage::from_fn(1000, 1000, |x, _| {
        image::Rgba([0, 0, 0, if x < 500 { 0 } else { 255 }])
    });
    let mut bytes = Cursor::new(Vec::new());
    pixels
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("a PNG");
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", &PROFILE.replace("me.jpg", "me.png"));
    std::fs::write(sandbox.path("me.png"), bytes.into_inner()).expect("a photo");
    sandbox.run("render a.toml -o a.docx").succeeds();
    let file = WordFile::open(&sandbox.bytes("a.docx"));
    let reader = ImageReader::new(Cursor::new(file.bytes("word/media/image1.png")));
    let reader = reader.with_guessed_format().expect("a format");
    let drawn = reader.decode().expect("a PNG").to_rgba8();
    assert_eq!(drawn.dimensions(), (720, 720));
    assert_eq!(
        (drawn.get_pixel(10, 10).0[3], drawn.get_pixel(700, 10).0[3]),
        (0, 255)
    );
}

#[test]
fn the_format_of_iphones_is_named_whatever_the_extension() {
    let heic = b"\0\0\0\x24ftypheic\0\0\0\0mif1heic";
    for name in ["me.heic", "me.HEIC", "me.jpg"] {
        let sandbox = Sandbox::new();
        sandbox.write("a.toml", &PROFILE.replace("me.jpg", name));
        std::fs::write(sandbox.path(name), heic).expect("a photo");
        let told = sandbox
            .run("check a.toml --message-format short")
            .code(1)
            .stderr;
        let expected = format!(
            "error[photo-format]: the photo `{name}` is HEIC, which cannot be read; save it as JPEG"
        );
        assert!(told.contains(&expected), "{told}");
    }
}
